// Documents of versions before 1.39, whose types, nodes and closures had other names and inputs.

#include <array>
#include <string>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/materialx_elements.h"

namespace weft::testing::materialx_upgrade_test {
namespace {

LoadedDocument load_version(const std::string& version, const std::string& body) {
  return load_document(fmt::format(
      "<?xml version=\"1.0\"?>\n<materialx version=\"{}\">\n{}\n</materialx>\n", version, body));
}

/// A node `c` of one constant.
std::string constant(const std::string& type, const std::string& value,
                     const std::string& name = "c") {
  return fmt::format(
      "<constant name='{}' type='{}'><input name='value' type='{}' value='{}'/></constant>", name,
      type, type, value);
}

}  // namespace

TEST_CASE("materialx: types and nodes of old versions", "[materialx]") {
  struct Row {
    const char* what;
    const char* version;
    std::string body;  // with an output `o`
    std::array<double, 4> expected;
  };
  const std::string quarter = constant("float", "0.25");
  const Row rows[] = {
      {"blanks between numbers",
       "1.39",
       constant("color3", " 0.25 0.5\t1 ") + "<output name='o' type='color3' nodename='c'/>",
       {0.25, 0.5, 1, 1}},
      {"blanks and commas",
       "1.39",
       constant("color3", "0.25,0.5 ,  1") + "<output name='o' type='color3' nodename='c'/>",
       {0.25, 0.5, 1, 1}},
      {"vector",
       "1.22",
       "<constant name='c' type='vector'><parameter name='color' type='vector' value='0.25, 0.5, "
       "1'/>"
       "</constant><output name='o' type='vector' nodename='c'/>",
       {0.25, 0.5, 1, 1}},
      {"matrix",
       "1.34",
       constant("vector4", "0.25, 0.5, 1, 1", "v") +
           constant("matrix", "2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1", "m") +
           "<transformvector name='c' type='vector4'><input name='in' type='vector4' nodename='v'/>"
           "<input name='mat' type='matrix' nodename='m'/></transformvector>"
           "<output name='o' type='vector4' nodename='c'/>",
       {0.5, 1, 2, 1}},
      {"channels of color2",
       "1.37",
       constant("color2", "0.25, 0.75") +
           "<swizzle name='s' type='color3'><input name='in' type='color2' nodename='c'/>"
           "<input name='channels' type='string' value='ra1'/></swizzle>"
           "<output name='o' type='color3' nodename='s'/>",
       {0.25, 0.75, 1, 1}},
      {"channels of a link to color2",
       "1.37",
       constant("color2", "0.25, 0.75") +
           "<output name='o' type='float' nodename='c' channels='a'/>",
       {0.75, 0.75, 0.75, 1}},
      {"outputs of color2",
       "1.37",
       constant("color2", "0.25, 0.75") +
           "<separate2 name='s' type='multioutput'><input name='in' type='color2' nodename='c'/>"
           "</separate2><output name='o' type='float' nodename='s' output='outa'/>",
       {0.75, 0.75, 0.75, 1}},
      {"constant channels of a link",
       "1.38",
       constant("color3", "0.25, 0.5, 0.75") +
           "<output name='o' type='color4' nodename='c' channels='bg01'/>",
       {0.75, 0.5, 0, 1}},
      {"fewer channels than components",
       "1.38",
       constant("color3", "0.25, 0.5, 0.75") +
           "<swizzle name='s' type='color3'><input name='in' type='color3' nodename='c'/>"
           "<input name='channels' type='string' value='g'/></swizzle>"
           "<output name='o' type='color3' nodename='s'/>",
       {0.5, 0.25, 0.25, 1}},
      {"no channels",
       "1.38",
       constant("color3", "0.25, 0.5, 0.75") +
           "<swizzle name='s' type='float'><input name='in' type='color3' nodename='c'/></swizzle>"
           "<output name='o' type='float' nodename='s'/>",
       {0.25, 0.25, 0.25, 1}},
      {"compare, at the cutoff",
       "1.36",
       "<compare name='c' type='float'><input name='intest' type='float' value='0.5'/>"
       "<parameter name='cutoff' type='float' value='0.5'/><input name='in1' type='float' "
       "value='0.25'/>"
       "<input name='in2' type='float' value='1'/></compare><output name='o' type='float' "
       "nodename='c'/>",
       {1, 1, 1, 1}},
      {"compare, below",
       "1.36",
       "<compare name='c' type='float'><input name='intest' type='float' value='0.25'/>"
       "<parameter name='cutoff' type='float' value='0.5'/><input name='in1' type='float' "
       "value='0.125'/>"
       "<input name='in2' type='float' value='1'/></compare><output name='o' type='float' "
       "nodename='c'/>",
       {0.125, 0.125, 0.125, 1}},
      {"combine",
       "1.36",
       "<combine name='c' type='color3'><input name='in1' type='float' value='0.25'/><input "
       "name='in2' "
       "type='float' value='0.5'/><input name='in3' type='float' value='1'/></combine>"
       "<output name='o' type='color3' nodename='c'/>",
       {0.25, 0.5, 1, 1}},
      {"separate",
       "1.36",
       constant("color3", "0.25, 0.5, 0.75") +
           "<separate name='s' type='multioutput'><input name='in' type='color3' nodename='c'/>"
           "</separate><output name='o' type='float' nodename='s' output='outb'/>",
       {0.75, 0.75, 0.75, 1}},
      {"rotate in the plane",
       "1.36",
       constant("vector2", "0, 1") +
           "<rotate name='r' type='vector2'><input name='in' type='vector2' nodename='c'/>"
           "<input name='amount' type='float' value='90'/></rotate>"
           "<output name='o' type='vector2' nodename='r'/>",
       {1, 0, 0, 1}},
      {"invert of a matrix",
       "1.36",
       constant("matrix33", "2,0,0, 0,4,0, 0,0,8") + constant("vector3", "1, 1, 1", "v") +
           "<invert name='i' type='matrix33'><input name='in' type='matrix33' "
           "nodename='c'/></invert>"
           "<transformnormal name='t' type='vector3'><input name='in' type='vector3' nodename='v'/>"
           "<input name='mat' type='matrix33' nodename='i'/></transformnormal>"
           "<output name='o' type='vector3' nodename='t'/>",
       {0.5, 0.25, 0.125, 1}},
      {"atan2 of 1.37",
       "1.37",
       "<atan2 name='c' type='float'><input name='in1' type='float' value='0'/><input name='in2' "
       "type='float' value='1'/></atan2><output name='o' type='float' nodename='c'/>",
       {1.5707963, 1.5707963, 1.5707963, 1}},
      {"atan2 of 1.38",
       "1.38",
       "<atan2 name='c' type='float'><input name='in1' type='float' value='1'/><input name='in2' "
       "type='float' value='0'/></atan2><output name='o' type='float' nodename='c'/>",
       {1.5707963, 1.5707963, 1.5707963, 1}},
      {"a definition with a type, and a default",
       "1.34",
       "<nodedef name='ND_dim' node='dim' type='float'><input name='by' type='float' "
       "default='0.25'/>"
       "</nodedef><nodegraph name='NG_dim' nodedef='ND_dim'><multiply name='m' type='float'>"
       "<input name='in1' type='float' interfacename='by'/><input name='in2' type='float' "
       "value='2'/>"
       "</multiply><output name='out' type='float' nodename='m'/></nodegraph>"
       "<dim name='c' type='float'/><output name='o' type='float' nodename='c'/>",
       {0.5, 0.5, 0.5, 1}},
      {"a choice of more than five",
       "1.38",
       "<switch name='c' type='float'><input name='in1' type='float' value='0.25'/><input "
       "name='in2' "
       "type='float' value='1'/><input name='which' type='float' value='7'/></switch>"
       "<output name='o' type='float' nodename='c'/>",
       {0.25, 0.25, 0.25, 1}},
      {"a choice of the sixth of five",
       "1.38",
       "<switch name='c' type='float'><input name='in1' type='float' value='0.25'/>"
       "<input name='which' type='float' value='5'/></switch>"
       "<output name='o' type='float' nodename='c'/>",
       {0.25, 0.25, 0.25, 1}},
      {"a normal in object space",
       "1.38",
       constant("vector3", "0.5, 1, 0.5") +
           "<normalmap name='n' type='vector3'><input name='in' type='vector3' nodename='c'/>"
           "<input name='space' type='string' value='object'/></normalmap>"
           "<output name='o' type='vector3' nodename='n'/>",
       {0, 1, 0, 1}},
      {"a normal with a given tangent",
       "1.38",
       constant("vector3", "0.5, 1, 0.5") + constant("vector3", "0, 0, 1", "up") +
           constant("vector3", "1, 0, 0", "along") +
           "<normalmap name='n' type='vector3'><input name='in' type='vector3' nodename='c'/>"
           "<input name='space' type='string' value='tangent'/>"
           "<input name='normal' type='vector3' nodename='up'/>"
           "<input name='tangent' type='vector3' nodename='along'/>"
           "<input name='bitangent' type='vector3' value='1, 1, 1'/></normalmap>"
           "<output name='o' type='vector3' nodename='n'/>",
       {0, 1, 0, 1}},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const LoadedDocument document = load_version(row.version, row.body);
    CHECK(document.messages().empty());
    const std::array<double, 4> found = drawn(document, "o");
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i] == Approx(row.expected[i]).margin(1e-6));
    }
  }
}

// Both sides name the nodes alike, so the modules are the same text.
TEST_CASE("materialx: closures of old versions are those of today", "[materialx]") {
  struct Row {
    const char* what;
    const char* version;
    std::string body;
    std::string now;
    std::string closure_now = "b";  // what the surface has
  };
  const auto shown = [](const std::string& closure) {
    return "<surface name='s' type='surfaceshader'><input name='bsdf' type='BSDF' nodename='" +
           closure +
           "'/></surface><surfacematerial name='m' type='material'>"
           "<input name='surfaceshader' type='surfaceshader' nodename='s'/></surfacematerial>";
  };
  const std::string below =
      "<oren_nayar_diffuse_bsdf name='d' type='BSDF'><input name='color' type='color3' "
      "value='0.25, 0.5, 1'/></oren_nayar_diffuse_bsdf>";
  const std::string coat = "<input name='ior' type='float' value='1.4'/>";
  const auto layered = [](const std::string& top) {
    return "<layer name='b' type='BSDF'><input name='top' type='BSDF' nodename='" + top +
           "'/><input name='base' type='BSDF' nodename='d'/></layer>";
  };
  const std::string thickness = "<input name='thickness' type='float' value='300'/>";
  const Row rows[] = {
      {"diffuse", "1.37",
       "<diffuse_brdf name='b' type='BSDF'><input name='roughness' type='float' "
       "value='0.5'/></diffuse_brdf>",
       "<oren_nayar_diffuse_bsdf name='b' type='BSDF'><input name='roughness' type='float' "
       "value='0.5'/>"
       "</oren_nayar_diffuse_bsdf>"},
      {"translucent", "1.37", "<diffuse_btdf name='b' type='BSDF'/>",
       "<translucent_bsdf name='b' type='BSDF'/>"},
      {"transmission", "1.37",
       "<dielectric_btdf name='b' type='BSDF'>" + coat +
           "<input name='interior' type='VDF' value=''/></dielectric_btdf>",
       "<dielectric_bsdf name='b' type='BSDF'>" + coat +
           "<input name='scatter_mode' type='string' value='T'/></dielectric_bsdf>"},
      {"a base as an input", "1.37",
       "<diffuse_brdf name='d' type='BSDF'><input name='color' type='color3' value='0.25, 0.5, 1'/>"
       "</diffuse_brdf><dielectric_brdf name='b' type='BSDF'>" +
           coat + "<input name='base' type='BSDF' nodename='d'/></dielectric_brdf>",
       below + "<dielectric_bsdf name='b_top' type='BSDF'>" + coat + "</dielectric_bsdf>" +
           layered("b_top")},
      {"reflectivity of a metal", "1.37",
       "<conductor_brdf name='b' type='BSDF'><input name='reflectivity' type='color3' "
       "value='0.9, 0.8, 0.7'/><input name='roughness' type='vector2' value='0.1, "
       "0.1'/></conductor_brdf>",
       "<conductor_bsdf name='b' type='BSDF'><input name='roughness' type='vector2' value='0.1, "
       "0.1'/>"
       "<input name='ior' type='color3' nodename='b_ior' output='ior'/>"
       "<input name='extinction' type='color3' nodename='b_ior' "
       "output='extinction'/></conductor_bsdf>"
       "<artistic_ior name='b_ior' type='multioutput'><input name='reflectivity' type='color3' "
       "value='0.9, 0.8, 0.7'/></artistic_ior>"},
      {"a film as a layer", "1.38",
       "<dielectric_bsdf name='d' type='BSDF'>" + coat +
           "</dielectric_bsdf>"
           "<thin_film_bsdf name='f' type='BSDF'>" +
           thickness + "</thin_film_bsdf>" + layered("f"),
       "<dielectric_bsdf name='d' type='BSDF'>" + coat +
           "<input name='thinfilm_thickness' type='float' value='300'/></dielectric_bsdf>",
       "d"},
      {"a film with a base as an input", "1.37",
       "<dielectric_brdf name='d' type='BSDF'>" + coat +
           "</dielectric_brdf>"
           "<thin_film_brdf name='b' type='BSDF'>" +
           thickness + "<input name='base' type='BSDF' nodename='d'/></thin_film_brdf>",
       "<dielectric_bsdf name='d' type='BSDF'>" + coat +
           "<input name='thinfilm_thickness' type='float' value='300'/></dielectric_bsdf>",
       "d"},
      {"the last film counts", "1.38",
       "<dielectric_bsdf name='d' type='BSDF'>" + coat +
           "</dielectric_bsdf>"
           "<thin_film_bsdf name='f' type='BSDF'><input name='ior' type='float' value='2'/>" +
           thickness +
           "</thin_film_bsdf><thin_film_bsdf name='g' type='BSDF'><input name='thickness' "
           "type='float' "
           "value='100'/></thin_film_bsdf><layer name='l' type='BSDF'><input name='top' "
           "type='BSDF' "
           "nodename='g'/><input name='base' type='BSDF' nodename='d'/></layer><layer name='b' "
           "type='BSDF'>"
           "<input name='top' type='BSDF' nodename='f'/><input name='base' type='BSDF' "
           "nodename='l'/></layer>",
       "<dielectric_bsdf name='d' type='BSDF'>" + coat +
           "<input name='thinfilm_thickness' type='float' value='300'/>"
           "<input name='thinfilm_ior' type='float' value='2'/></dielectric_bsdf>",
       "d"},
      {"no film where light passes", "1.38",
       "<dielectric_bsdf name='d' type='BSDF'>" + coat +
           "<input name='scatter_mode' type='string' value='T'/></dielectric_bsdf>"
           "<thin_film_bsdf name='f' type='BSDF'>" +
           thickness + "</thin_film_bsdf>" + layered("f"),
       "<dielectric_bsdf name='d' type='BSDF'>" + coat +
           "<input name='scatter_mode' type='string' value='T'/></dielectric_bsdf>",
       "d"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const LoadedDocument old = load_version(row.version, row.body + shown("b"));
    const LoadedDocument now = load_version("1.39", row.now + shown(row.closure_now));
    CHECK(old.messages().empty());
    CHECK(now.messages().empty());
    CHECK(!now.module.text.empty());
    CHECK(old.module.text == now.module.text);
  }
}

TEST_CASE("materialx: attributes of old versions", "[materialx]") {
  const struct {
    const char* version;
    const char* body;
    const char* found;
  } rows[] = {
      {"1.36",
       "<geomattrvalue name='g' type='float' attrname='wear'/><output name='o' type='float' "
       "nodename='g'/>",
       "geomprop.wear"},
      {"1.36",
       "<geomattrvalue name='g' type='float'><parameter name='attrname' type='string' "
       "value='wear'/>"
       "</geomattrvalue><output name='o' type='float' nodename='g'/>",
       "geomprop.wear"},
      {"1.35",
       "<image name='i' type='color3'><parameter name='file' type='filename' "
       "value='a.%UDIM.png'/></image>"
       "<output name='o' type='color3' nodename='i'/>",
       "a.<UDIM>.png"},
  };
  for (const auto& row : rows) {
    const LoadedDocument document = load_version(row.version, row.body);
    INFO(document.module.text);
    CHECK(document.messages().empty());
    CHECK(document.module.text.find(row.found) != std::string::npos);
  }
}

}  // namespace weft::testing::materialx_upgrade_test
